import { KEPT } from "../../api/rules.gen";
import { ErasedText } from "../../components/ErasedText";
import { AppLink } from "../../components/AppLink";
import { paths } from "../../paths";
import type { SiteFacts } from "../../site/facts";
import { useSite } from "../../site/SiteContext";
import { HowLongKept } from "./HowLongKept";
import { InYourBrowser } from "./InYourBrowser";
import { LegalText, type LegalSection } from "./LegalText";

function sectionsFor(site: SiteFacts): LegalSection[] {
  const name = site["business.name"];
  const email = <a href={site["business.emailHref"]}>{site["business.email"]}</a>;
  const at = <span data-given={site["business.email"]}> at {email}</span>;
  return [
    {
      id: "introduction",
      title: "Introduction",
      body: (
        <>
          <p>
            {name}{site["business.abnInBrackets"]} respects your privacy. This policy says what personal information we collect, why, where it is
            kept and what you can ask of us. We handle it in accordance with the Privacy Act 1988 (Cth) and the Australian Privacy Principles.
          </p>
          <p>
            You may look around this website without telling us who you are. To advise you on a project we need to know who you are and what
            you are building.
          </p>
        </>
      ),
    },
    {
      id: "information-we-collect",
      title: "Types of information we collect",
      body: (
        <>
          <p>Depending on what you do here, we collect:</p>
          <ul>
            <li>your name, email address, telephone number, postal and project address, and company if you give one;</li>
            <li>what you tell us about your project: its type, value, stage and your questions;</li>
            <li>documents that you upload, such as contracts, tenders, drawings and photographs;</li>
            <li>bookings, appointments, letters and messages between us, and records of our advice;</li>
            <li>payments: amount, date, status and the provider's reference. We do not receive or keep card numbers;</li>
            <li>for client accounts, a password, kept only in a form from which it cannot be read;</li>
            <li>
              technical records, kept to run and protect the website: when which kind of request came, without your name, and the network
              address from which you hold an appointment time. Network addresses are also counted, without being written down, so
              that nobody can overload the website.
            </li>
          </ul>
          <p>
            We do not seek sensitive information, such as health information. If a document of yours contains some, we use it only as your
            matter requires.
          </p>
        </>
      ),
    },
    {
      id: "how-we-collect",
      title: "How we collect it",
      body: (
        <>
          <p>
            Mostly from you: when you book, write, call, upload a document, use the client portal or meet us. Sometimes from others who act in
            your project, such as your builder, architect, certifier or council, or from public records such as planning registers.
          </p>
          <InYourBrowser />
          <h3>Analytics and advertising</h3>
          <p>
            Where we use Google Analytics or the Meta pixel, {site["analytics.whenLoaded"]}. They then tell those companies which of our public
            pages you open, which buttons you press, which steps of a booking you complete and for which service, and that a payment was
            made, with its service, amount and number but without your name or details; those companies may combine that with what they know of you, and may hold it outside Australia. They are never loaded on the
            checkout, on the confirmation of a booking or in the client portal. {site["analytics.without"]}
          </p>
        </>
      ),
    },
    {
      id: "how-we-use",
      title: "How we use and disclose it",
      body: (
        <>
          <p>We use personal information to:</p>
          <ul>
            <li>answer you, arrange appointments and provide the services that you book;</li>
            <li>take payments, send receipts and keep the records that the law requires;</li>
            <li>run the client portal and send you letters about your bookings;</li>
            <li>protect the website and find faults in it;</li>
            <li>learn which pages are useful, as described under “Analytics and advertising”.</li>
          </ul>
          <p>
            We disclose it only as needed for that: to consultants, builders, councils and certifiers involved in your project, as you have
            agreed; to Stripe, which processes card payments and may hold payment information outside Australia, including in the United
            States; to the provider that carries our email; to the providers of the calendars in which our staff may choose to see your name,
            telephone number and appointment, which may hold them outside Australia; to our insurers and professional advisers; and where the law requires it. We do
            not sell personal information, and we send no advertising that you have not asked for.
          </p>
        </>
      ),
    },
    {
      id: "automated-decisions",
      title: "Automated decision-making",
      body: (
        <p>
          We make no decision about you by automated means that could significantly affect your rights or interests. The website calculates
          prices, offers free appointment times and checks uploaded files by fixed rules; every piece of advice is given by a person. Our
          payment provider uses automated checks against card fraud; if one stops your payment, please call us.
        </p>
      ),
    },
    {
      id: "security",
      title: "Security",
      body: (
        <>
          <p>
            Bookings, accounts and documents are kept on a server that we operate ourselves, not in a third party's platform. Traffic to it is
            encrypted, access is limited to staff who need it, documents are opened only by those entitled to them, and changes that staff make
            are recorded.
          </p>
          <HowLongKept />
          <p>
            If a breach is likely to result in serious harm to you, we notify you and the Office of the Australian
            Information Commissioner.
          </p>
        </>
      ),
    },
    {
      id: "links",
      title: "Links to other sites",
      body: (
        <p>
          Sites that we link to, and services such as our payment provider, have privacy policies of their own. We are not responsible for how
          they handle information; please read their policies.
        </p>
      ),
    },
    {
      id: "access-and-correction",
      title: "Access and correction",
      body: (
        <p>
          In the client portal, your profile lets you correct your details, download what we keep of you and ask to be deleted; what you
          correct, we keep with what it was before, for at least {KEPT.recordYears} years. A new email address counts once you have confirmed it
          from the old mailbox and the new one. When you ask to be deleted, our staff see to it; until they have, you can withdraw the request in your profile.{" "}
          <ErasedText /> Backups that were made before hold the rest until they, too, are deleted. You may also ask us what personal information we hold about you, receive a copy of it, and have it corrected if it is wrong, out of date or
          incomplete. Write to us{at}. We ask for proof of who you are, answer within 30 days, and charge nothing for the request. If the
          law allows or obliges us to refuse, we tell you why in writing.
        </p>
      ),
    },
    {
      id: "complaints",
      title: "Complaints",
      body: (
        <p>
          If you think that we have mishandled your information, write to us first{at}. We confirm receipt within five business days
          and answer within 30 days. If you are not satisfied, you can complain to the Office of the Australian Information Commissioner:{" "}
          <a href="https://www.oaic.gov.au">oaic.gov.au</a>, telephone 1300 363 992, GPO Box 5288, Sydney NSW 2001.
        </p>
      ),
    },
    {
      id: "contact",
      title: "Contact us",
      body: (
        <>
          <p>
            {name}, {site["business.address"]}, {site["business.appointmentNote"]}.
            <span data-given={site["business.phone"]}>
              {" "}
              Telephone <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
            </span>
            <span data-given={site["business.email"]}> Email {email}.</span>
          </p>
          <p>
            We change this policy when what we do changes; the version on this page applies. Using the website is also subject to our{" "}
            <AppLink to={paths.terms}>Terms &amp; Conditions</AppLink>.
          </p>
        </>
      ),
    },
  ];
}

export function PrivacyPage() {
  const site = useSite();
  return <LegalText title="Privacy Policy" lead="Last updated 6 June 2025; what it says of the client portal, 22 November 2026." sections={sectionsFor(site)} />;
}
