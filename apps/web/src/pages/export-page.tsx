import { privacyTexts } from '@doslovno/texts/account/privacy.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { useState } from 'react'

import { ExportDownload } from '#features/privacy/index.ts'
import { readMailLinkToken } from '#lib/mail-link/mail-link-token.ts'

/** The page behind the mailed link to an archive. */
export function ExportPage() {
  const [token] = useState(readMailLinkToken)
  return (
    <>
      <title>{pageTitle(privacyTexts.exportPage.title)}</title>
      <ExportDownload token={token} />
    </>
  )
}
