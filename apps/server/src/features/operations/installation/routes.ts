import { getInstallation } from '@doslovno/contract/installation.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

export function installationRoutes(routes: Routes, { config }: Context): void {
  const { support, seller, speech, llm } = config
  routes.add(getInstallation, async () => ({
    supportEmail: support,
    seller: seller ?? null,
    sendsRecordings: speech.remote !== undefined,
    sendsTexts: llm !== undefined,
  }))
}
