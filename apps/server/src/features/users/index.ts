export { cancelDeletion, deleteUser, dueDeletions, lockDue, planDeletion } from './deletion-repo.ts'
export {
  contactOf,
  exportOf,
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
