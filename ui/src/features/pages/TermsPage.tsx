import { CONSULTATION_POLICY } from "../../api/rules.gen";
import { AppLink } from "../../components/AppLink";
import { paths } from "../../paths";
import type { SiteFacts } from "../../site/facts";
import { useSite } from "../../site/SiteContext";
import { LegalText, type LegalSection } from "./LegalText";
import { General, Liability } from "./TermsAtLaw";

function sectionsFor(site: SiteFacts): LegalSection[] {
  const name = site["business.name"];
  return [
    {
      id: "introduction",
      title: "Introduction",
      body: (
        <>
          <p>
            This website is operated by {name}{site["business.abnInBrackets"]} of {site["business.address"]} (“we”, “us”, “our”). These terms
            apply to everyone who visits the website, books a service through it or uses the client portal (“you”).
          </p>
          <p>
            By using the website you accept these terms. If you do not accept them, please do not use it. We may change them by publishing a
            new version here; the version published when you use the website is the one that applies.
          </p>
          <p>
            A service that we agree to provide to you is also subject to the letter of engagement or proposal for it. Where that document and
            these terms differ, that document prevails for the service.
          </p>
        </>
      ),
    },
    {
      id: "access-and-use",
      title: "Access and use",
      body: (
        <>
          <p>
            You may read, print and save pages of this website for your own information and to decide whether to engage us. Any other use
            needs our written consent.
          </p>
          <p>
            We aim to keep the website available but do not promise that it will be free of interruptions or errors. We may change, suspend or
            close any part of it. Bookings that you have paid for are not affected by that.
          </p>
          <p>
            {CONSULTATION_POLICY.move} {CONSULTATION_POLICY.cancel} {CONSULTATION_POLICY.money}
          </p>
          <p>
            The client portal is for our clients. Keep your password to yourself, choose one that you use nowhere else, and tell us at once if
            you think that somebody else knows it. You are responsible for what is done with your account until you have told us.
          </p>
        </>
      ),
    },
    {
      id: "user-obligations",
      title: "User obligations",
      body: (
        <>
          <p>You must use the website lawfully and give information that is true and complete. You must not:</p>
          <ul>
            <li>copy, republish, sell or adapt any part of the website, except as section 2 allows;</li>
            <li>use robots, scrapers or other automated tools to read, collect from or submit to the website, other than search engines that respect its robots.txt file;</li>
            <li>probe, scan or test the security of the website, or go around any measure that protects it, without our written consent;</li>
            <li>carry out or assist a denial of service, or otherwise burden the website beyond ordinary use;</li>
            <li>upload anything that contains malicious code, that you have no right to share, or that is unlawful, defamatory or misleading;</li>
            <li>try to reach an account, a project or a document that is not yours;</li>
            <li>pretend to be another person or misstate your connection with one.</li>
          </ul>
        </>
      ),
    },
    {
      id: "information-accuracy",
      title: "Information accuracy disclaimer",
      body: (
        <>
          <p>
            The content of this website is general information about building projects in New South Wales. It does not take account of your
            site, your contract or your circumstances, and it is not legal, financial or engineering advice. Obtain advice on your own matter
            before you act.
          </p>
          <p>
            We take care that the content is correct when it is published but do not warrant that it is complete or current. Rules, fees and
            processing times of councils and other authorities change.
          </p>
          <p>
            Testimonials and figures describe the results of particular clients. They are not a promise of the same result for you. Prices are
            in Australian dollars (AUD) and include GST unless they say otherwise; the price shown when you confirm a booking applies to it.
          </p>
        </>
      ),
    },
    {
      id: "intellectual-property",
      title: "Intellectual property",
      body: (
        <>
          <p>
            We own or are licensed to use the texts, drawings, films, marks and software of this website. Nothing here transfers any of these
            rights to you.
          </p>
          <p>
            Documents that you upload remain yours. You give us permission to store, copy and read them, and to share them with the
            consultants you have agreed to, so that we can provide the service. Reports that we prepare for you may be used by you and your
            advisers for the project they were prepared for.
          </p>
        </>
      ),
    },
    {
      id: "links",
      title: "Links to other sites",
      body: (
        <p>
          The website may link to sites of others, such as councils, the NSW Planning Portal or our payment provider. We do not control those
          sites and are not responsible for their content or their handling of your information. A link is a convenience, not an endorsement.
          You may link to our home page in a way that is fair and does not suggest a connection with us that does not exist.
        </p>
      ),
    },
    {
      id: "security",
      title: "Security",
      body: (
        <>
          <p>
            Pages and files travel between your browser and our server encrypted. Card details are entered with our payment provider and never
            reach our server. Even so, no transmission over the internet is entirely secure, and you send information at your own risk.
          </p>
          <p>
            You are responsible for protecting your own devices against malicious software. We will never ask for your password or your card
            number by email or telephone. If our bank details appear to have changed, call us before you pay.
          </p>
        </>
      ),
    },
    {
      id: "reporting-misuse",
      title: "Reporting misuse",
      body: (
        <p>
          If you become aware of misuse of the website, of content that should not be here, or of a weakness in its security, please tell us
          <span data-given={site["business.email"]}>
            {" "}
            at <a href={site["business.emailHref"]}>{site["business.email"]}</a>
            <span data-given={site["business.phone"]}> or</span>
          </span>
          <span data-given={site["business.phone"]}>
            {" "}
            on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
          </span>
          . Describe what you saw and when. We look into every report, and
          ask that you keep a weakness to yourself until we have had a reasonable time to mend it.
        </p>
      ),
    },
    {
      id: "privacy",
      title: "Privacy",
      body: (
        <p>
          We handle personal information as our <AppLink to={paths.privacy}>Privacy Policy</AppLink> describes. It forms part of these terms,
          and by using the website you agree to be bound by it.
        </p>
      ),
    },
    {
      id: "liability",
      title: "Liability",
      body: <Liability />,
    },
    {
      id: "general",
      title: "General",
      body: <General />,
    },
  ];
}

export function TermsPage() {
  const site = useSite();
  return (
    <LegalText
      title={
        <>
          {site["business.name"]}
          <br />
          Terms &amp; Conditions
        </>
      }
      lead="The terms on which this website and the client portal may be used. Currency is Australian dollars."
      sections={sectionsFor(site)}
    />
  );
}
