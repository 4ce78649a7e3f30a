/** Documents that users accept one by one, each in the version they saw. */
export const legalDocuments = ['offer', 'privacy', 'personalData'] as const
export type LegalDocument = (typeof legalDocuments)[number]

export const legalVersions: Record<LegalDocument, string> = {
  offer: '2026-11-19',
  privacy: '2026-11-19',
  personalData: '2026-11-19',
}
