import { contactFor, paths } from "../paths";
import type { PackageId, ServiceId } from "./facts";

/** A node of structured data as schema.org describes it. */
export type Node = { readonly "@type": string; readonly [property: string]: unknown };

/** A question of a page with its answer in plain text, as shown on that page. */
export type Faq = { question: string; answer: string };

/**
 * Facts that only structured data names; the server fills them in, and leaves out a property whose fact is empty.
 * Unlike a page's own facts they are never shown.
 */
const dataKeys = ["telephone", "street", "locality", "region", "postcode", "openingHours", "priceRange", "email", "abn"] as const;

const services = [
  "planning_approvals",
  "contract_advisory",
  "scope_tender",
  "construction_support",
  "premium_advisory",
  "building_information",
] as const satisfies readonly ServiceId[];

const packages = ["essential", "professional", "premium"] as const satisfies readonly PackageId[];

const site = "{{site.address}}";
const businessId = `${site}/#business`;
const currency = "AUD";
const data = (key: (typeof dataKeys)[number]) => `{{data.${key}}}`;

const business: Node = {
  "@type": "ProfessionalService",
  "@id": businessId,
  name: "{{business.name}}",
  url: `${site}/`,
  logo: `${site}/icon-512.png`,
  image: `${site}/og-home.png`,
  telephone: data("telephone"),
  email: data("email"),
  address: {
    "@type": "PostalAddress",
    streetAddress: data("street"),
    addressLocality: data("locality"),
    addressRegion: data("region"),
    postalCode: data("postcode"),
    addressCountry: "AU",
  },
  areaServed: { "@type": "State", name: "New South Wales" },
  openingHours: data("openingHours"),
  priceRange: data("priceRange"),
  currenciesAccepted: currency,
  foundingDate: "{{business.foundedYear}}",
  taxID: data("abn"),
};

function offer(name: string, price: string, address: string): Node {
  return { "@type": "Offer", name, price, priceCurrency: currency, url: site + address };
}

function service(id: (typeof services)[number]): Node {
  return {
    "@type": "Service",
    "@id": `${site}${paths.services}#${id}`,
    name: `{{services.${id}.title}}`,
    description: `{{services.${id}.text}}`,
    provider: { "@id": businessId },
    areaServed: { "@type": "State", name: "New South Wales" },
    offers: offer(`{{services.${id}.title}}`, `{{services.${id}.amount}}`, contactFor(id)),
  };
}

const review: Node = {
  "@type": "Service",
  "@id": `${site}${paths.contractReview}#service`,
  name: "{{services.contract_review.title}}",
  description: "{{services.contract_review.text}}",
  provider: { "@id": businessId },
  areaServed: { "@type": "State", name: "New South Wales" },
  offers: packages.map((id) =>
    offer(`{{packages.${id}.title}}`, `{{packages.${id}.amount}}`, contactFor("contract_review", id)),
  ),
};

const website: Node = {
  "@type": "WebSite",
  "@id": `${site}/#website`,
  name: "{{business.name}}",
  url: `${site}/`,
  inLanguage: "en-AU",
  publisher: { "@id": businessId },
};

function breadcrumbs(path: string, name: string): Node {
  const place = (position: number, title: string, address: string): Node => ({
    "@type": "ListItem",
    position,
    name: title,
    item: site + address,
  });
  return { "@type": "BreadcrumbList", itemListElement: [place(1, "Home", "/"), place(2, name, path)] };
}

function faqPage(questions: readonly Faq[]): Node {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

const nodes: Record<string, readonly Node[]> = {
  [paths.home]: [business, website],
  [paths.services]: [business, ...services.map(service)],
  [paths.about]: [business],
  [paths.contact]: [business],
  [paths.contractReview]: [business, review],
};

/**
 * What the page at `path` tells search engines, with markers for facts. `name` is the page's name in the breadcrumbs, `faq` the questions that it answers.
 */
export function structuredData(path: string, name: string, faq: readonly Faq[] = []): object {
  const graph = [...(nodes[path] ?? [])];
  if (path !== paths.home) graph.push(breadcrumbs(path, name));
  if (faq.length) graph.push(faqPage(faq));
  return { "@context": "https://schema.org", "@graph": graph };
}

/** Every marker that structured data may hold beyond the pages' own. */
export const structuredKeys: readonly string[] = [
  ...dataKeys.map((key) => `data.${key}`),
  ...services.map((id) => `services.${id}.amount`),
  ...packages.map((id) => `packages.${id}.amount`),
];
