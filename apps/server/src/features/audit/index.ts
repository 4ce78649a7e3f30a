export { exportOf, forgetUser } from './personal-data-repo.ts'
export { type AuditKind, recordAudit } from './record.ts'
export { forgetOld } from './repo.ts'
