import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { mostSitePhotos, sitePhotoField } from "#app/domain/customers/photos/site-photos.ts";
import { PhotoField } from "#app/domain/pictures/photo-field.tsx";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface SitePhotosProps {
  photos: readonly string[];
  /** URL of the photo with this id, also to upload it. */
  at: (photoId: string) => string;
  answer: FormAnswer | undefined;
}

/** Shows a site's photos, for users who may change them. */
export function SitePhotos({ photos, at, answer }: SitePhotosProps) {
  const hydrated = useHydrated();
  const wrong = answer?.errors?.[sitePhotoField.added]?.[0];
  return (
    <Section id="photos" title="Photos for the driver" look="ruled" className="mt-12 max-w-2xl">
      <p className="mt-2">
        The back door, the buzzer, where to park: drivers see them at the stop. Up to{" "}
        {mostSitePhotos}.
      </p>
      <ul className="mt-4 grid gap-5 empty:hidden sm:grid-cols-2">
        {photos.map((id, index) => (
          <li key={id}>
            <img
              src={at(id)}
              alt={`Of the site, ${index + 1} of ${photos.length}`}
              loading="lazy"
              className="aspect-[4/3] w-full border border-rule object-cover"
            />
            <AnsweredForm answer={undefined} className="mt-2">
              <SubmitButton variant="secondary" name={sitePhotoField.removed} value={id}>
                Remove photo {index + 1}
              </SubmitButton>
            </AnsweredForm>
          </li>
        ))}
      </ul>
      {photos.length < mostSitePhotos &&
        (hydrated ? (
          // The key resets the form after each photo.
          <AnsweredForm key={photos.length} answer={undefined} className="mt-6 grid gap-4">
            <PhotoField sendTo={at} label="Add a photo" />
            {wrong && <p className="text-sm font-semibold text-cancelled">{wrong}</p>}
            <div>
              <SubmitButton variant="secondary">Add photo</SubmitButton>
            </div>
          </AnsweredForm>
        ) : (
          <noscript>
            <p className="mt-4 text-ink-soft">Photos are added in a browser with JavaScript.</p>
          </noscript>
        ))}
    </Section>
  );
}
