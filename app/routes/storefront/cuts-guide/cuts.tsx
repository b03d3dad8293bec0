import { clsx } from "clsx/lite";
import { useNavigation } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { type GuideCut, guideCuts } from "#app/content/cuts-guide.ts";
import { foodSafety } from "#app/content/food-safety.ts";
import { defaultGuideTab, type GuideTab, guideTabs } from "#app/content/guide-tabs.ts";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { productPath } from "#app/domain/catalogue/category.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { PageImage } from "../frame/page-image.tsx";
import { carryPreviews } from "../frame/page-images.server.ts";
import { pageMeta } from "../frame/page-meta.ts";
import { pageWords } from "../frame/page-words.server.ts";
import type { Route } from "./+types/cuts.ts";
import { CookingTimes } from "./cooking-times.tsx";
import { FoodSafetyGuide } from "./food-safety-guide.tsx";
import { PrimalChart } from "./primal-chart.tsx";
import { type Side, side } from "./primal-parts.ts";

export const meta: Route.MetaFunction = (args) => {
  const tab = args.loaderData?.tab ?? defaultGuideTab;
  return pageMeta(args, {
    title: "Cuts Guide",
    description: args.loaderData?.words.description,
    path: tab === defaultGuideTab ? "/cuts" : `/cuts?tab=${tab}`,
  });
};

/** Unknown tabs show the loin. */
function chosenTab(search: string, guide: readonly { id: GuideTab }[]) {
  const asked = new URLSearchParams(search).get("tab");
  return guide.find(({ id }) => id === asked)?.id ?? defaultGuideTab;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const tab = chosenTab(new URL(request.url).search, guideTabs);
  const services = context.get(requestContext);
  const cuts = await Promise.all(guideCuts(tab).map((cut) => inShop(services, cut)));
  await carryPreviews(
    context,
    cuts.map(({ imageUrl }) => ({ imageUrl })),
  );
  const { intros, ...words } = pageWords(context, wordsPages.cuts);
  const guide = guideTabs.map((part) => ({ ...part, intro: intros[part.id] }));
  return { tab, cuts, guide, side, foodSafety, words };
}

/** Returns a cut with its image and its product's path; null if it isn't sold. */
async function inShop({ catalog, images, log }: RequestContext, cut: GuideCut) {
  const product = await orNull(productOf(catalog, cut), log, "product of the cuts guide");
  // The lookup failed: keep the link.
  if (product === null) {
    return { cut, href: productPath(cut.category, cut.slug), imageUrl: null };
  }
  if (product) {
    const { category, slug, imageUrl } = product;
    return { cut, href: productPath(category, slug), imageUrl };
  }
  const hidden = images.reader.urlsAt(productSection, cut.slug);
  const urls = await orNull(hidden, log, "images of a cut");
  return { cut, href: null, imageUrl: urls?.[0] ?? null };
}

/** Returns the active product whose slug is the cut's key, else the one with its name. */
async function productOf(catalog: RequestContext["catalog"], { slug, name }: GuideCut) {
  return (await catalog.product(slug)) ?? (await catalog.cut(name)) ?? undefined;
}

export default function CutsGuide({ loaderData }: Route.ComponentProps) {
  const { tab, cuts, guide, side, foodSafety, words } = loaderData;
  const { location } = useNavigation();
  const shown = location?.pathname === "/cuts" ? chosenTab(location.search, guide) : tab;
  return (
    <div className="page-width">
      <PageHeader size="page" title={words.title} lede={words.lede} />
      <LinkTabs
        label="Parts of the animal"
        tabs={guide.map(({ id, label }) => ({
          id,
          label,
          to: id === defaultGuideTab ? "/cuts" : `/cuts?tab=${id}`,
        }))}
        value={shown}
        panelId="cuts"
        className="mt-8 print:hidden"
      />
      <div id="cuts" role="tabpanel" aria-labelledby={tabId("cuts", shown)} className="pt-8">
        <Introduction tab={guide.find(({ id }) => id === shown)} side={side} />
        <div className={clsx("border-t border-ink pt-9", shown !== tab && "opacity-50")}>
          {cuts.map(({ cut, ...shop }) => (
            <GuideEntry key={cut.slug} cut={cut} {...shop} />
          ))}
        </div>
      </div>
      <FoodSafetyGuide {...foodSafety} />
    </div>
  );
}

interface IntroductionProps {
  tab: { id: GuideTab; label: string; intro: string } | undefined;
  side: Side;
}

function Introduction({ tab, side }: IntroductionProps) {
  return (
    <div className="grid-page items-center gap-y-6 pb-12 print:pb-4">
      <div className="order-2 col-span-12 md:order-1 md:col-span-6 print:order-1 print:col-span-7">
        <p aria-hidden="true" className="hidden font-display text-heading font-bold print:block">
          {tab?.label}
        </p>
        <p className="font-display text-title leading-snug lg:text-heading lg:leading-snug">
          {tab?.intro}
        </p>
        <p className="mt-5 text-sm text-ink-soft">
          The target is ours: the centre as it comes off the heat. The figure beside it is the{" "}
          <a href="#safe" className="link text-ink">
            safe minimum from Health Canada
          </a>
          .
        </p>
      </div>
      <div className="order-1 col-span-12 sm:col-span-9 md:order-2 md:col-span-5 md:col-start-8 print:order-2 print:col-span-5">
        <PrimalChart side={side} tab={tab?.id} />
      </div>
    </div>
  );
}

interface GuideEntryProps {
  cut: GuideCut;
  imageUrl: string | null;
  /** The product's path; null if it isn't currently in the shop. */
  href: string | null;
}

/** One cut of the guide: its characteristics, temperatures, times and cooking methods. */
function GuideEntry({ cut, imageUrl, href }: GuideEntryProps) {
  const { name, characteristics, methods } = cut;
  return (
    <article className="grid-page gap-y-6 border-b border-rule py-9 first:pt-0 print:break-inside-avoid print:py-3">
      <div className="col-span-5 md:col-span-4 md:row-span-3 lg:col-span-3 lg:row-span-1 print:hidden">
        <PageImage
          url={imageUrl}
          alt={name}
          sizes="(min-width: 84rem) 19rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 38vw"
          className="aspect-4/3"
        />
      </div>
      <div className="col-span-7 md:col-span-8 lg:col-span-3 print:col-span-4">
        <h2 className="text-[clamp(1.5rem,1.35rem+0.6vw,1.875rem)] print:text-title">{name}</h2>
        <p className="mt-2 text-ink-soft">{characteristics.join("\u00a0· ")}</p>
        <ul aria-label="Methods" className="mt-4 flex print:mt-2 flex-wrap gap-2">
          {methods.map((method) => (
            <li key={method}>
              <Badge>{method}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <CookingTimes
        cut={cut}
        className="col-span-12 content-start md:col-span-8 lg:col-span-4 print:col-span-8 print:grid-cols-4 print:text-sm"
      />
      <div className="col-span-12 md:col-span-8 print:hidden lg:col-span-2 lg:text-right">
        {href ? (
          <ButtonLink
            to={href}
            prefetch="intent"
            aria-label={`Shop This Cut: ${name}`}
            variant="secondary"
            className="lg:px-4"
          >
            Shop This Cut
          </ButtonLink>
        ) : (
          <p className="text-sm text-ink-soft">Not in the shop at present</p>
        )}
      </div>
    </article>
  );
}
