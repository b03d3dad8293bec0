import { site } from "#app/content/site.ts";

const { street, city, region, postalCode } = site.address;

/**
 * The sender's details, required by law in every mail (CASL, Electronic Commerce Protection
 * Regulations).
 */
export const signature = {
  name: site.name,
  address: `${street}, ${city}, ${region} ${postalCode}`,
  phone: site.phone,
  email: site.email,
};
