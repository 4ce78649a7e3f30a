import { pageTitle } from '@doslovno/texts/brand.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { useUser } from '#lib/queries/account.ts'

import { UploadsExceeded } from './upload-problem.tsx'

/** No upload is left this month. */
export function UploadsOver() {
  const user = useUser()
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <UploadsExceeded canChangeTariff={user?.canChangeTariff ?? false}>
        <Button component={Link} to="/" size="md" variant="default">
          {uploadTexts.toFiles}
        </Button>
      </UploadsExceeded>
    </>
  )
}
