const first = () => document.getElementById('first-screen')

/** Removes what index.html shows until the app has a screen of its own. */
export function leaveFirstScreen(): void {
  first()?.remove()
}

/** The same, unless it is the text of a file: that stays until the file's page has the text too. */
export function leaveStartScreen(): void {
  if (!first()?.querySelector('article')) leaveFirstScreen()
}

/** Waits for the app's styles, which the first paint did not; goes on without them if they cannot be had. */
export async function waitForStyles(): Promise<void> {
  const links = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(settled))
}

function settled(link: HTMLLinkElement): Promise<void> {
  return new Promise((done) => {
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => done())
  })
}
