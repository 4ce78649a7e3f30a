import { createStore } from '#lib/store/store.ts'

/** True from the first toast on: the place where they appear is loaded then. */
export const isToastWanted = createStore(false)
