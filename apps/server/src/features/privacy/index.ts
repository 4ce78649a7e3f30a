export { exportShelf } from './shelf.ts'
export { enqueueDeletions } from './sweep.ts'
