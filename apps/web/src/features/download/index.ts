export { DownloadButton } from './download-button.tsx'
export { DownloadIcon } from './download-icon.tsx'
export { ZipPopover } from './zip-popover.tsx'
