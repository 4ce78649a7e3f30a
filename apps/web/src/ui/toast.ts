import { notifications } from '@mantine/notifications'

const SHOWN_MS = 1500

/** A short word about what was just done; it goes by itself. */
export function showToast(message: string) {
  notifications.show({ message, autoClose: SHOWN_MS, withCloseButton: false })
}
