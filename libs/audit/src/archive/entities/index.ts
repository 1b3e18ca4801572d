import { ArchivedAnchorEntity } from './archived-anchor.entity.js';
import { ArchivedExecutionEntity } from './archived-execution.entity.js';
import { ArchiveEntity } from './archive.entity.js';

/** Entities of archives, for the data source of a process that uses them. */
export const ARCHIVE_ENTITIES = [ArchiveEntity, ArchivedExecutionEntity, ArchivedAnchorEntity];
