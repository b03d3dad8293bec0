import { clsx } from "clsx/lite";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import type { wholesale } from "#app/content/wholesale.ts";
import { requestContext } from "#app/context.server.ts";
import { PostalBox } from "#app/domain/delivery/postal/postal-box.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { inquiryForm } from "#app/features/inquiries/forms/form-schemas.ts";
import type { FormAnswer } from "#app/features/inquiries/forms/form-words.ts";
import { InquiryFields } from "#app/features/inquiries/forms/inquiry-fields.tsx";
import { PublicForm } from "#app/features/inquiries/forms/public-form.tsx";
import { sendPublicForm } from "#app/features/inquiries/forms/send-form.ts";
import { receiveInquiry } from "#app/features/inquiries/inquiries.server.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import type { Route } from "./+types/wholesale.ts";
import { deliveryIsSetUp } from "./delivery-is-set-up.server.ts";
import { ClosingBand } from "./frame/closing-band.tsx";
import { PageImage } from "./frame/page-image.tsx";
import { carryPreviews, pageImages } from "./frame/page-images.server.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { pageWords } from "./frame/page-words.server.ts";
import { receiveForm } from "./receive-form.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Wholesale",
    description: args.loaderData?.description,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const [[image = null], hasDelivery] = await Promise.all([
    pageImages(services, ["wholesale"]),
    deliveryIsSetUp(services),
  ]);
  await carryPreviews(context, [], [image]);
  return { ...pageWords(context, wordsPages.wholesale), image, hasDelivery };
}

/** The data is static, so never revalidate, not even after a form. */
export const shouldRevalidate = () => false;

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export function action({ request, context }: Route.ActionArgs) {
  const services = context.get(requestContext);
  return receiveForm(services, request, {
    name: "inquiry",
    page: "/wholesale",
    schema: inquiryForm,
    receive: receiveInquiry,
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => sendPublicForm("inquiry", sent);

type Words = typeof wholesale;

export default function Wholesale({ loaderData: words, actionData }: Route.ComponentProps) {
  const company = useCompany();
  return (
    <>
      <div className="page-width">
        <PageHeader size="page" title={words.title} lede={words.lede} />
        <p className="mt-6 flex flex-wrap gap-4">
          <ButtonLink to="/login" size="lg">
            Wholesale Login
          </ButtonLink>
          <a href="#inquiry" className={buttonClass({ variant: "secondary", size: "lg" })}>
            Send an inquiry
          </a>
        </p>
        {words.hasDelivery && <PostalBox className="mt-10" />}
        <Benefits {...words.benefits} image={words.image} imageAlt={words.imageAlt} />
        <Clients {...words.clients} />
        <Steps {...words.steps} />
        <Inquiry {...words.inquiry} answer={actionData} />
      </div>
      <ClosingBand title={words.contact.title} text={words.contact.text}>
        <a href={company.phone.href} className={buttonClass({ size: "lg" })}>
          Call {company.phone.display}
        </a>
        <a
          href={`mailto:${company.email}`}
          className={buttonClass({ variant: "secondary", size: "lg" })}
        >
          Write to us
        </a>
      </ClosingBand>
    </>
  );
}

function Benefits({
  title,
  points,
  image,
  imageAlt,
}: Words["benefits"] & { image: string | null; imageAlt: string }) {
  return (
    <section className="mt-14">
      <h2>{title}</h2>
      <div className="grid-page mt-8 items-start gap-y-10">
        {image && (
          <div className="col-span-12 md:order-2 md:col-span-5">
            <PageImage
              url={image}
              alt={imageAlt}
              sizes="(min-width: 84rem) 33rem, (min-width: 48rem) 39vw, 91vw"
              priority
              className="aspect-4/3"
            />
          </div>
        )}
        <ul
          className={clsx(
            "col-span-12 grid gap-x-10",
            image ? "md:col-span-7 lg:grid-cols-2" : "sm:grid-cols-2 lg:grid-cols-3",
          )}
        >
          {points.map(({ title, text }) => (
            <li key={title} className="border-t border-ink pt-5 pb-8">
              <h3>{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The trades in large type, so that readers find their own first. */
function Clients({ title, types }: Words["clients"]) {
  return (
    <section className="mt-14">
      <h2>{title}</h2>
      <ul className="mt-6 border-t border-ink">
        {types.map(({ title, text }) => (
          <li key={title} className="grid-page items-baseline gap-y-1 border-b border-rule py-5">
            <h3 className="col-span-12 text-heading md:col-span-5">{title}</h3>
            <p className="col-span-12 text-lg text-ink-soft md:col-span-7">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ title, points }: Words["steps"]) {
  return (
    <section className="mt-24">
      <h2>{title}</h2>
      <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {points.map(({ title, text }, index) => (
          <li key={title} className="border-t border-ink pt-4">
            <p aria-hidden="true" className="font-display text-heading font-bold text-oxblood">
              {index + 1}
            </p>
            <h3 className="mt-2">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to="/login?create">Create a wholesale account</ButtonLink>
        <Link to="/contact" prefetch="intent" className="link">
          Address and hours
        </Link>
      </p>
    </section>
  );
}

function Inquiry({ title, text, answer }: Words["inquiry"] & { answer: FormAnswer | undefined }) {
  return (
    <section className="grid-page mt-24 border-t border-ink pt-8">
      <div className="col-span-12 lg:col-span-4">
        <h2 id="inquiry" className="scroll-mt-36">
          {title}
        </h2>
        <p className="mt-4 mb-8 max-w-xl text-ink-soft">{text}</p>
      </div>
      <div className="col-span-12 lg:col-span-7 lg:col-start-6">
        <PublicForm
          form="inquiry"
          page="/wholesale"
          answer={answer}
          label="Send inquiry"
          labelledBy="inquiry"
        >
          <InquiryFields answer={answer} />
        </PublicForm>
      </div>
    </section>
  );
}
