import type { Installation } from '@doslovno/contract/installation.ts'

export const SUPPORT = 'help@romashka.example'

/** The answer of `GET /api/tools/installation`. */
export const installationOf = (changes: Partial<Installation> = {}) => ({
  'GET /api/tools/installation': {
    status: 200,
    body: { supportEmail: SUPPORT, seller: null, sendsRecordings: false, sendsTexts: false, ...changes },
  },
})
