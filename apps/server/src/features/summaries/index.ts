export { forget, openSummaries } from './start.ts'
export { type MailedSummary, summaryForMail } from './for-mail.ts'

export { exportOf, forgetUser } from './personal-data-repo.ts'
export { summariesOf, type SummaryBasis, summaryBasis } from './read.ts'
export { isMaking } from './repo.ts'
export { seedTemplates } from './templates/repo.ts'
