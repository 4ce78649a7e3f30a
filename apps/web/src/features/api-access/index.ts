export { ApiAccess } from './api-access.tsx'
