/** Requests that the light page cannot answer; `more` is the full page itself. */
export const wishes = ['find', 'panel', 'download', 'help', 'more'] as const
export type Wish = (typeof wishes)[number]

export type Place = {
  seconds: number
  isPlaying: boolean
  /** The paragraph to show; absent if the page stands at its beginning or follows the speech. */
  paragraph: number | undefined
  isFollowing: boolean
}

export type LightPage = {
  wish: Wish
  /** Ends the light page; returns where it was. */
  leave: () => Place
}

let current: LightPage | undefined

/** Called by the light page before it loads the full one. */
export function offerLightPage(page: LightPage): void {
  current = page
}

export function isWished(wish: Wish): boolean {
  return current?.wish === wish
}

/** Called once by the full page; undefined if there was no light page. */
export function takeLightPage(): (Place & { wish: Wish }) | undefined {
  const page = current
  current = undefined
  return page && { wish: page.wish, ...page.leave() }
}
