; C#
(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @package)
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type
(constructor_declaration name: (identifier) @name) @definition.constructor
(destructor_declaration name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(property_declaration name: (identifier) @name) @definition.property
(event_declaration name: (identifier) @name) @definition.field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field

(base_list [(identifier) (qualified_name) (generic_name)] @base)
(base_list (primary_constructor_base_type (_) @base))

(invocation_expression function: (identifier) @call)
(invocation_expression function: (generic_name (identifier) @call))
(invocation_expression function: (member_access_expression expression: (_)? @receiver name: (identifier) @call))
(invocation_expression
  function: (member_access_expression expression: (_)? @receiver name: (generic_name (identifier) @call)))
(invocation_expression
  function: (conditional_access_expression condition: (_) @receiver
    (member_binding_expression name: (identifier) @call)))
(object_creation_expression type: [(identifier) @call (generic_name (identifier) @call)])

(using_directive . [(identifier) (qualified_name)] @import .)
(using_directive name: (identifier) @alias (qualified_name) @import)
