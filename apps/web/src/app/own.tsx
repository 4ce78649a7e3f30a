import { type ComponentType, lazy, Suspense } from 'react'

const load = () => import('./own-parts.tsx')

/** Begins to load what only signed-in people have around a page; visitors never do. */
export function preloadOwn(): void {
  // A part that is needed and did not come fails where it is drawn.
  load().catch(() => undefined)
}

export const AccountMenu = own(async () => (await load()).AccountMenu)
export const OwnPills = own(async () => (await load()).OwnPills)
export const OwnBanners = own(async () => (await load()).OwnBanners)
export const OwnQuestion = own(async () => (await load()).OwnQuestion)
export const OwnPromo = own(async () => (await load()).OwnPromo)

/** Shows nothing until the part is there. */
function own<P extends object>(part: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await part() }))
  return function Own(props: P) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
