export { probeScript } from './inspect.ts'
export { mediaOf } from './media.ts'
