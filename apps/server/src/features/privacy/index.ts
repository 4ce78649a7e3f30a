export { exportShelf } from './shelf.ts'
