export { exportOf, forgetBrowserOf, forgetBrowsersOf, settingsOf } from './repo.ts'
export { notificationTargetsOf } from './settings.ts'
