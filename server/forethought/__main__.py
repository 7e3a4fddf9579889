from forethought.cli import main

raise SystemExit(main())
