import { Notifications } from '@mantine/notifications'

/** Where short messages appear. Those shown before it has come wait for it. */
export function Notices() {
  return <Notifications position="bottom-right" containerWidth={320} />
}
