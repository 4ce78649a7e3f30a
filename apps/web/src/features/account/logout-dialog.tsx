import { shellTexts } from '@doslovno/texts/shell.ts'
import { useNavigate } from '@tanstack/react-router'

import { leavePush } from '#lib/push/browser-push.ts'
import { session } from '#lib/session/current.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  /** Files are being sent; logging out stops them. */
  isUploading: boolean
  /** Stops the uploads before the session ends. */
  stopUploads: () => void
}

/** Asks before logging out, from the header's menu and from the account page. */
export function LogoutDialog({ opened, onClose, isUploading, stopUploads }: Props) {
  const navigate = useNavigate()
  const leave = async () => {
    stopUploads()
    // The next user of this browser must not see news of these files.
    await leavePush().catch(() => undefined)
    const told = session.logout()
    // Leaves the page first: otherwise the guard would remember it as the page to return to.
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
