export { cancelDeletion, deleteUser, dueDeletions, lockDue, planDeletion } from './deletion-repo.ts'
export { exportOf } from './personal-data-repo.ts'
export {
  contactOf,
  insertUser,
  lockUser,
  lockUserIfAny,
  type NewUser,
  rememberUpload,
  updateEmail,
  updateUser,
  userByEmail,
  userById,
} from './repo.ts'
