export { type AuditKind, recordAudit } from './record.ts'
export { forgetOld } from './repo.ts'
