export { forget } from './forget.ts'
export { openSummaries } from './open.ts'
export { summariesOf } from './read.ts'
export { isMaking } from './repo.ts'
