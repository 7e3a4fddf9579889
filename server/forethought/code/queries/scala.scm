; Scala
(package_clause name: (package_identifier) @package)
(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.class
(package_object name: (identifier) @name) @definition.class
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.constant
(full_enum_case name: (identifier) @name) @definition.constant
(function_definition name: [(identifier) (operator_identifier)] @name) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @definition.function
(given_definition name: (identifier) @name) @definition.variable
(type_definition name: (type_identifier) @name) @definition.type
(val_definition pattern: (identifier) @name) @definition.variable
(val_declaration name: (identifier) @name) @definition.variable
(var_definition pattern: (identifier) @name) @definition.variable
(var_declaration name: (identifier) @name) @definition.variable
(class_parameter name: (identifier) @name) @definition.field

(extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @base)
(extends_clause (compound_type [(type_identifier) (generic_type)] @base))

(call_expression function: (identifier) @call)
(call_expression function: (generic_function function: (identifier) @call))
(call_expression function: (field_expression value: (_) @receiver field: (identifier) @call))
(call_expression function: (generic_function
  function: (field_expression value: (_) @receiver field: (identifier) @call)))
(infix_expression left: (_) @receiver operator: (identifier) @call)
(instance_expression (type_identifier) @call)
(instance_expression (generic_type type: (type_identifier) @call))

(import_declaration) @import
