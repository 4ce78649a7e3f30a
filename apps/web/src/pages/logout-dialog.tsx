import { shellTexts } from '@doslovno/texts/shell.ts'
import { useNavigate } from '@tanstack/react-router'

import { hasBytesToSend, uploader, useUploads } from '#features/upload/current.ts'
import { session } from '#lib/session/current.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Asks before logging out; the menu of the header and the account's page both do. */
export function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const isUploading = hasBytesToSend(useUploads())
  const leave = async () => {
    uploader.stop()
    const told = session.logout()
    // Before the guard sees the logout: it would remember this page as the one to come back to.
    await navigate({ to: '/auth/login' })
    await told
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={leave}
      title={shellTexts.logoutTitle}
      text={isUploading ? shellTexts.logoutWhileUploading : shellTexts.logoutText}
      confirm={shellTexts.logout}
    />
  )
}
