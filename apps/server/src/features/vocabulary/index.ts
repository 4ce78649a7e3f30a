export { readableVocabulary } from './access.ts'
export { forgetOld } from './term-repo.ts'
export { addException, countUses, type TermsInUse, termsInUse } from './use-repo.ts'
export { endInvitesSince, exportOf } from './vocabulary-repo.ts'
