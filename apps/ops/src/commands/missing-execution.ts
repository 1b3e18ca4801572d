import { ArchivesRepository } from '@app/audit';
import { type OpsContext, RefusedError } from '../cli/command.js';

/** Refusal for an execution that the database does not have; names its archive if it has one. */
export async function missingExecution(database: OpsContext['database'], id: string): Promise<RefusedError> {
  const archive = await new ArchivesRepository(database).findByExecution(id);
  return new RefusedError(
    archive === null
      ? `execution ${id} does not exist`
      : `${id} is archived with ${archive.month}, in ${archive.fileName}`,
  );
}
