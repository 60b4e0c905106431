// The second build of the example must have broken on the verdict, and on nothing else.
String log = new File(basedir, '../../target/it/junit-gate/build.log').text
assert log.contains('Expecting the upgrade to be preserved, but it is regressed')
assert log.contains('accuracy (lc-raw) loses +')
assert log.contains('Tests run: 1, Failures: 1, Errors: 0')
