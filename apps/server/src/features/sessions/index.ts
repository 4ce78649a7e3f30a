export { openSession } from './open.ts'
