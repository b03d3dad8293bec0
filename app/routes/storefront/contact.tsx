import { ButtonLink } from "#app/components/button-link.tsx";
import { answeredField, EmailField, PersonField, TextArea } from "#app/components/form/field.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { receiveMessage } from "#app/features/inquiries/contact.server.ts";
import { contactForm } from "#app/features/inquiries/forms/form-schemas.ts";
import type { FormAnswer } from "#app/features/inquiries/forms/form-words.ts";
import { PublicForm } from "#app/features/inquiries/forms/public-form.tsx";
import { sendPublicForm } from "#app/features/inquiries/forms/send-form.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import type { Route } from "./+types/contact.ts";
import { PageImage } from "./frame/page-image.tsx";
import { carryPreviews, pageImages } from "./frame/page-images.server.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { pageWords } from "./frame/page-words.server.ts";
import { receiveForm } from "./receive-form.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: "Contact", description: args.loaderData?.description });

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const [image = null] = await pageImages(services, ["contact"]);
  await carryPreviews(context, [], [image]);
  return {
    ...pageWords(context, wordsPages.contact),
    openingHours: services.shop.hours.printed,
    image,
  };
}

/** The data is static, so never revalidate, not even after a form. */
export const shouldRevalidate = () => false;

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export function action({ request, context }: Route.ActionArgs) {
  const services = context.get(requestContext);
  return receiveForm(services, request, {
    name: "contact",
    page: "/contact",
    schema: contactForm,
    receive: receiveMessage,
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => sendPublicForm("contact", sent);

type Words = Awaited<ReturnType<typeof loader>>;

export default function Contact({ loaderData: words, actionData }: Route.ComponentProps) {
  const company = useCompany();
  return (
    <div className="page-width">
      <PageHeader size="page" title={words.title} lede={words.lede} />
      <div className="grid-page mt-10 items-end gap-y-8 md:mt-12">
        <a
          href={company.phone.href}
          className="col-span-12 justify-self-start font-display text-poster font-bold tracking-[-0.025em] hover:text-oxblood lg:col-span-7"
        >
          {company.phone.display}
        </a>
        {words.image && (
          <div className="col-span-12 sm:col-span-8 md:col-span-6 lg:col-span-4 lg:col-start-9">
            <PageImage
              url={words.image}
              alt={words.imageAlt}
              sizes="(min-width: 84rem) 26rem, (min-width: 64rem) 31vw, (min-width: 48rem) 45vw, (min-width: 40rem) 61vw, 91vw"
              priority
              className="aspect-4/3"
            />
          </div>
        )}
      </div>
      <div className="grid-page mt-16 items-start gap-y-16">
        <Write {...words.form} answer={actionData} />
        <div className="col-span-12 grid gap-x-10 gap-y-12 md:grid-cols-2 lg:col-span-4 lg:col-start-9 lg:grid-cols-1">
          <Hours times={words.openingHours} />
          <Address />
          <Business {...words.wholesale} />
        </div>
      </div>
      <Topics {...words.topics} />
    </div>
  );
}

function Write({ title, text, answer }: Words["form"] & { answer: FormAnswer | undefined }) {
  return (
    <section className="col-span-12 border-t border-ink pt-5 lg:col-span-7">
      <h2 id="write" className="scroll-mt-36">
        {title}
      </h2>
      <p className="mt-3 mb-8 max-w-xl text-ink-soft">{text}</p>
      <PublicForm
        form="contact"
        page="/contact"
        answer={answer}
        label="Send message"
        labelledBy="write"
      >
        <ContactFields answer={answer} />
      </PublicForm>
    </section>
  );
}

function Business({ title, text }: Words["wholesale"]) {
  return (
    <section className="border-t border-ink pt-5 md:col-span-2 lg:col-span-1">
      <h2 className="text-title">{title}</h2>
      <p className="mt-3 max-w-md text-ink-soft">{text}</p>
      <ButtonLink to="/wholesale" prefetch="intent" variant="secondary" className="mt-5">
        Wholesale
      </ButtonLink>
    </section>
  );
}

function Hours({ times }: { times: Words["openingHours"] }) {
  return (
    <section className="border-t border-ink pt-5">
      <h2 className="text-title">Hours</h2>
      <dl className="mt-3">
        {times.map(({ days, hours }) => (
          <div
            key={days}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-3"
          >
            <dt>{days}</dt>
            <dd className="text-ink-soft tabular-nums">{hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Address() {
  const company = useCompany();
  const { street, city, region, postalCode, country } = company.address;
  return (
    <section className="border-t border-ink pt-5">
      <h2 className="text-title">Address</h2>
      <address className="mt-3 leading-relaxed not-italic">
        {company.name}
        <br />
        {street}
        <br />
        {city}, {region} {postalCode}
        <br />
        {country}
      </address>
      <p className="mt-3">
        <a href={`mailto:${company.email}`} className="link break-words">
          {company.email}
        </a>
      </p>
    </section>
  );
}

function Topics({ title, points }: Words["topics"]) {
  return (
    <section className="mt-20">
      <h2>{title}</h2>
      <dl className="mt-8 grid gap-x-10 md:grid-cols-3">
        {points.map(({ title, text }) => (
          <div key={title} className="border-t border-rule py-5">
            <dt className="font-display text-title font-semibold">{title}</dt>
            <dd className="mt-2 text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The contact form's fields. Submitted values are kept if the form is rejected. */
export function ContactFields({ answer }: { answer: FormAnswer | undefined }) {
  const field = (name: string) => answeredField(answer, name);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <PersonField label="Name" {...field("name")} required />
        <EmailField {...field("email")} />
      </div>
      <TextArea label="Message" rows={7} maxLength={10_000} {...field("message")} required />
    </>
  );
}
