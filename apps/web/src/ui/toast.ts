import { notifications } from '@mantine/notifications'

const SHOWN_MS = 1500

/** Shows a short message that disappears by itself. */
export function showToast(message: string, shownMs = SHOWN_MS) {
  notifications.show({ message, autoClose: shownMs, withCloseButton: false })
}
