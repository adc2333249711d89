/** Settings of a single-node cluster. */
const BROKER_SETTINGS = {
  'node.id': '1',
  'process.roles': 'broker,controller',
  'controller.listener.names': 'CONTROLLER',
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'auto.create.topics.enable': 'false',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '10',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  'message.max.bytes': String(8 * 1024 * 1024),
  'log.segment.bytes': String(16 * 1024 * 1024),
  // Tests wait for records to expire.
  'log.initial.task.delay.ms': '500',
  'log.retention.check.interval.ms': '1000',
};

/** Text of a server.properties: the settings of all test brokers, and `place`, the ports and folders of this one. */
export function serverProperties(place: Record<string, string>): string {
  return Object.entries({ ...BROKER_SETTINGS, ...place })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
