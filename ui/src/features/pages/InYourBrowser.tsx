import { KEPT } from "../../api/rules.gen";

/** What the website leaves in a browser, and when it goes. */
export function InYourBrowser() {
  return (
    <>
      <h3>Cookies and storage in your browser</h3>
      <p>
        The website sets a cookie when you begin a booking or sign in, so that what you have entered stays yours and can be
        continued; it goes about a month after you last entered or changed something, or a week after you signed in. Two more come
        when you sign in: one tells our pages, for as long, that you are signed in, and one lets us know, for up to a year, a
        browser that you have signed in from. Your browser also keeps what you have entered for a booking until it is paid for or you sign
        out, and uses none of it that is older than {KEPT.unpaidDays} days. Of the last booking that you have paid for it keeps a summary, with
        your answers from the booking form, your name and your contact details in it, so that its confirmation can be shown without a
        connection; that goes when you sign out, when we find that your sign-in has ended, or when you clear this website&apos;s data. And
        it keeps your choices, such as whether you accepted analytics. These are necessary, and they track nobody.
      </p>
      <p>
        While you are signed in, we keep which kind of browser you use and since when, without its network address, so that your profile
        shows you where you are signed in and lets you sign out there.
      </p>
    </>
  );
}
