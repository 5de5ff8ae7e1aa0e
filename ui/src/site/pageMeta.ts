import { paths, projectNumber } from "../paths";
import type { SiteFacts } from "./facts";

/** What a page says of itself in its head; `image` is its picture for sharing, a file of ui/public. */
export type PageMeta = { title: string; description: string; index: boolean; name: string; image: string };

type Entry = { title: string; description: string; name?: string } & ({ image: string } | { index: false });

const entries: Record<string, Entry> = {
  [paths.home]: {
    title: "Building project management, Sydney",
    name: "Home",
    description:
      "Boutique project management, approvals and building-contract advice for homeowners and developers in New South Wales.",
    image: "og-home.png",
  },
  [paths.services]: {
    title: "Services and prices",
    name: "Services",
    description:
      "Planning approvals, contract advice, scope and tender management, construction support and building certificates, each at a stated price.",
    image: "og-services.png",
  },
  [paths.about]: {
    title: "About us",
    name: "About",
    description: "Who we are, how we work and what we stand for: transparency, expertise and client advocacy since 2021.",
    image: "og-about.png",
  },
  [paths.contact]: {
    title: "Book a service",
    description: "Book an initial consultation in four steps. The booking fee is fully credited towards any service you proceed with.",
    image: "og-contact.png",
  },
  [paths.contractReview]: {
    title: "Contract and tender review",
    description: "Independent review of your building contract and tender before you sign: three fixed prices, a 48-hour turnaround.",
    image: "og-contract-review.png",
  },
  [paths.onboarding]: {
    title: "Project onboarding",
    description: "Tell us about your project, choose a service, share your documents and pick a consultation time.",
    image: "og-onboarding.png",
  },
  [paths.checkout]: { title: "Checkout", description: "Pay for your service by card or bank transfer.", index: false },
  [paths.success]: { title: "Your booking", description: "The details of your booking.", index: false },
  [paths.clientPortal]: {
    title: "Client portal",
    description: "Your projects, documents and appointments in one place.",
    index: false,
  },
  [paths.portalConfirm]: { title: "Is this yours?", description: "Tell us whether it was you.", index: false },
  [paths.portalReset]: { title: "A new password", description: "Choose a new password for the client portal.", index: false },
  [paths.portalEmail]: { title: "Your email address", description: "Say whether your email address is to change.", index: false },
  [paths.portalProfile]: { title: "Your profile", description: "Your details, sign-ins and data.", index: false },
  [paths.privacy]: {
    title: "Privacy policy",
    description: "How we collect, use, keep and protect personal information, and how to see or correct what we hold about you.",
    image: "og-privacy-policy.png",
  },
  [paths.terms]: {
    title: "Terms and conditions",
    description: "The terms on which this website may be used: access, accuracy, intellectual property, liability and governing law.",
    image: "og-terms-conditions.png",
  },
};

const project: Entry = { title: "Your project", description: "Where your project stands, and what comes next.", index: false };
const notFound: Entry = { title: "Page not found", description: "There is no page at this address.", index: false };
const staff: Entry = { title: "Staff", description: "Staff area.", index: false };

/** Title, description and picture of the page at `path`; an address without a page gets those of the 404 page. */
export function pageMeta(path: string, site: SiteFacts): PageMeta {
  const entry = entries[path] ?? (path.startsWith("/admin") ? staff : projectNumber(path) ? project : notFound);
  return {
    title: `${entry.title} | ${site["business.name"]}`,
    description: entry.description,
    name: entry.name ?? entry.title,
    index: "image" in entry,
    image: "image" in entry ? entry.image : "",
  };
}
