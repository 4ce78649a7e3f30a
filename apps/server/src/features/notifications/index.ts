export { exportOf, settingsOf } from './repo.ts'
export { notificationTargetsOf } from './settings.ts'
