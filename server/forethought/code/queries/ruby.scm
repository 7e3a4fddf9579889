; Ruby
(module name: [(constant) @name (scope_resolution name: (constant) @name)]) @definition.namespace
(class name: [(constant) @name (scope_resolution name: (constant) @name)]) @definition.class
(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method
((call !receiver method: (identifier) @_word arguments: (argument_list (simple_symbol) @name)) @definition.property
  (#any-of? @_word "attr_accessor" "attr_reader" "attr_writer"))
((call !receiver method: (identifier) @_word arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#any-of? @_word "alias_method" "define_method"))
(assignment left: (constant) @name) @definition.constant
(assignment left: (global_variable) @name) @definition.variable

(superclass [(constant) (scope_resolution)] @base)

(call !receiver method: (identifier) @call)
(call receiver: (_) @receiver method: [(identifier) (constant)] @call)

((call !receiver method: (identifier) @_word arguments: (argument_list . (string (string_content) @import)))
  (#any-of? @_word "require" "require_relative" "load" "autoload"))
((call !receiver method: (identifier) @_word arguments: (argument_list [(constant) (scope_resolution)] @base))
  (#any-of? @_word "include" "extend" "prepend"))
