export { notify } from './jobs.ts'
