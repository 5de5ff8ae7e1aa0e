/** Shows, or takes away, the sign beside each link to the portal that somebody is signed in. Its drawing waits in a template. */
export function markSignedIn(signedIn: boolean): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>("template[data-signed-in]")) {
    const mark = template.nextElementSibling;
    if (signedIn && !mark) template.after(template.content.cloneNode(true));
    if (!signedIn) mark?.remove();
  }
}
