export { settingsOf } from './repo.ts'
export { notificationTargetsOf } from './settings.ts'
export { exportOf } from './personal-data-repo.ts'
