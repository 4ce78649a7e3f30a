export { AccessIcon, useAccessDialog } from './access-action.tsx'
export { ShareButton } from './share-button.tsx'
export { VisitorBanner } from './visitor-banner.tsx'
