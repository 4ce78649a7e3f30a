export { forgetOld } from './delivery-repo.ts'
export { deleteEndpointsSince, exportOf } from './endpoint-repo.ts'
