import type { PageProps } from '../navigation/page-props.js';
import './entities.css';
import { EntityDetail } from './entity-detail.js';
import { EntityList } from './entity-list.js';

/** Entities, the most mentioned first; or one of them with all that is known of it. */
export default function EntitiesPage({ id, query }: PageProps) {
  return id === null ? <EntityList query={query} /> : <EntityDetail key={id} id={id} query={query} />;
}
