export { forgetEmail } from './personal-data-repo.ts'
export { cancelLaterReverts, cancelLinksOf, forgetOld } from './repo.ts'
export { requestLink } from './request.ts'
export { spendLink } from './spend.ts'
