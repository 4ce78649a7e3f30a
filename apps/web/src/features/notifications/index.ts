export { Notifications } from './notifications.tsx'
export { Unsubscribe } from './unsubscribe.tsx'
