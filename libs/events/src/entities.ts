import { EventLogEntity } from './event-log.entity.js';
import { LoggedEventEntity } from './logged-event.entity.js';

/** Tables of the event logs. */
export const EVENT_ENTITIES = [EventLogEntity, LoggedEventEntity] as const;
