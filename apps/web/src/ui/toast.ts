import { notifications } from '@mantine/notifications'

import { isToastWanted } from './toast-wanted.ts'

const SHOWN_MS = 1500

/** Shows a short message that disappears by itself. */
export function showToast(message: string, shownMs = SHOWN_MS) {
  isToastWanted.set(true)
  notifications.show({ message, autoClose: shownMs, withCloseButton: false })
}
